import { expect, test } from "vitest";
import { junitReport } from "./junit-report.ts";

const read = (xml: string) => junitReport(xml, ["/worktree", "/home/me/my project"]);

// As the runners wrote them, without what no reader looks at.
const node = `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testsuite name="division" time="0.016740" disabled="0" errors="0" tests="2" failures="1" skipped="0">
		<testcase name="halves" time="0.007052" classname="test"/>
		<testcase name="by &lt;zero> &amp; co" time="0.007184" classname="test" failure="1 == 2">
			<failure type="testCodeFailure" message="1 == 2">
Error [ERR_TEST_FAILURE]: 1 == 2
    at async Promise.all (index 0) {
  cause: AssertionError [ERR_ASSERTION]: 1 == 2
      at TestContext.&lt;anonymous> (file:///home/me/my%20project/test/a.test.mjs:3:96)
      at Test.run (node:internal/test_runner/test:796:25)
}
			</failure>
		</testcase>
	</testsuite>
	<testcase name="later" time="0.000305" classname="test">
		<skipped type="skipped" message="true"/>
	</testcase>
	<!-- tests 3 -->
</testsuites>`;

const pytest = `<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest" errors="1" failures="1" skipped="1" tests="4" time="0.182"><testcase classname="test_a.TestDiv" name="test_zero" time="0.014"><failure message="AssertionError: no &lt;zero&gt;&#10;assert 1 == 2">self = &lt;test_a.TestDiv object at 0x7f16963e4850&gt;

    def test_zero(self):
&gt;       assert 1 == 2, "no &lt;zero&gt;"
E       AssertionError: no &lt;zero&gt;

test_a.py:4: AssertionError</failure></testcase><testcase classname="test_a" name="test_ok" time="0.005" /><testcase classname="test_a" name="test_later" time="0.000"><skipped type="pytest.skip" message="later">/worktree/test_a.py:6: later</skipped></testcase><testcase classname="test_a" name="test_err" time="0.001"><error message="failed on setup with &quot;RuntimeError: set-up broke&quot;">@pytest.fixture
test_a.py:9: RuntimeError</error></testcase></testsuite></testsuites>`;

const vitest = `<?xml version="1.0" encoding="UTF-8" ?>
<testsuites name="vitest tests" tests="3" failures="1" errors="0" time="0.02296965">
    <testsuite name="b.test.ts" tests="3" failures="1" errors="0" skipped="1" time="0.02296965">
        <testcase classname="b.test.ts" name="division &gt; halves" time="0.001679869">
        </testcase>
        <testcase classname="b.test.ts" name="division &gt; by zero" time="0.018604186">
            <failure message="expected 1 to be 2 // Object.is equality" type="AssertionError">
AssertionError: expected 1 to be 2 // Object.is equality

- 2
+ 1

 ❯ b.test.ts:2:90
            </failure>
        </testcase>
        <testcase classname="b.test.ts" name="division &gt; later" time="0">
            <skipped/>
        </testcase>
    </testsuite>
</testsuites>`;

test.each<[string, string, object]>([
  [
    "node",
    node,
    {
      counts: { passed: 1, failed: 1, skipped: 1 },
      failing: [
        { test: "by <zero> & co", suite: "division", place: "test/a.test.mjs:3:96", message: "1 == 2" },
      ],
    },
  ],
  [
    "pytest",
    pytest,
    {
      counts: { passed: 1, failed: 2, skipped: 1 },
      failing: [
        {
          test: "test_zero",
          suite: "pytest > test_a.TestDiv",
          place: "test_a.py:4",
          message: "AssertionError: no <zero>\nassert 1 == 2",
        },
        {
          test: "test_err",
          suite: "pytest > test_a",
          place: "test_a.py:9",
          message: 'failed on setup with "RuntimeError: set-up broke"',
        },
      ],
    },
  ],
  [
    "vitest",
    vitest,
    {
      counts: { passed: 1, failed: 1, skipped: 1 },
      failing: [
        {
          test: "division > by zero",
          suite: "b.test.ts",
          place: "b.test.ts:2:90",
          message: "expected 1 to be 2 // Object.is equality",
        },
      ],
    },
  ],
])("what %s wrote is read by name, place and message", (_, xml, report) => {
  expect(read(xml)).toEqual({ format: "junit", more: 0, ...report });
});

test.each([node, pytest, vitest])(
  "one that its runner did not finish is no report, wherever it ends",
  (xml) => {
    const last = xml.lastIndexOf("</testsuites>");
    for (let end = 60; end < last; end += 37) expect(read(xml.slice(0, end))).toHaveProperty("wrong");
  },
);

test("other XML is no report, and one without tests says nothing about them", () => {
  expect(read("<html><body>502</body></html>")).toEqual({
    wrong: "has no <testsuite>, so it is not JUnit's XML",
  });
  expect(read("<testsuites/>")).toEqual({ format: "junit", failing: [], more: 0 });
});

test("of very many failing tests the first are named and all are counted", () => {
  const cases = Array.from({ length: 1_500 }, (_, at) => `<testcase name="t${at}"><failure/></testcase>`);
  const report = read(`<testsuite name="s">${cases.join("")}</testsuite>`);
  if ("wrong" in report) throw new Error(report.wrong);
  expect(report.failing).toHaveLength(200);
  expect(report.more).toBe(1_300);
  expect(report.counts).toEqual({ passed: 0, failed: 1_500, skipped: 0 });
});
