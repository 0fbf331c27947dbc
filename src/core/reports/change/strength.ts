import type { Assertion } from "./assertions.ts";

/**
 * How much an assertion says: 3 which value it is, 2 something about the value, 1 that there is one. Undefined: its name
 * is not known, so nobody can tell.
 */
export function strengthOf({ name, first, last }: Assertion): 1 | 2 | 3 | undefined {
  const word = name.split(".").at(-1)?.toLowerCase().replaceAll("_", "") ?? "";
  if (
    /^(?:assert|debugassert|asserttrue|assertfalse|true|false|isok|ok)$/.test(word) &&
    !name.startsWith("expect")
  )
    return strengthOfCondition(word === "assert" || word === "ok" ? first : withoutTest(first));
  if (/^(?:tobe|toequal)$/.test(word) && /^(?:true|false)$/.test(last)) return asBoolean(first);
  if (/^(?:tothrow|tothrowerror|throws|rejects|raises|assertraises)/.test(word))
    return /,|match/.test(first) || (name.startsWith("expect") && last !== "") ? 3 : 2;
  if (/\.not\.|\.not$/.test(name)) return 1;
  if (whole.test(word)) return 3;
  if (part.test(word)) return 2;
  return there.test(word) ? 1 : undefined;
}

const whole =
  /^(?:tobe|toequal|tostrictequal|(?:deep)?(?:strict)?equals?|deepstrictequal|eql|asserteq|assertequals?|assert(?:list|dict|set|tuple|count|multiline)equal|exactly|equalvalues|matchsnapshot|tomatchsnapshot|tomatchinlinesnapshot|tohavelength|len|tohavebeencalledwith|tohavebeenlastcalledwith|tohavebeencalledtimes|equalerror|jsoneq|tobenull|tobeundefined|tobenan|isnil|nil|assertisnone|noerror|errorIs)$/i;
const part =
  /^(?:tocontain|tocontainequal|tomatch|tomatchobject|tohaveproperty|tobecloseto|tobegreaterthan(?:orequal)?|tobelessthan(?:orequal)?|match|partialdeepstrictequal|contains|subset|include|closeto|indelta|inepsilon|greater|less|greaterorequal|lessorequal|assertin|assertregex|assertalmostequal|assertgreater|assertless|assertgreaterequal|assertlessequal|tohavebeencalled|asserte?matches|regexp|elementsmatch|errorcontains)$/;
const there =
  /^(?:tobedefined|tobetruthy|tobefalsy|tobeinstanceof|tobetypeof|notequal|notstrictequal|notdeepequal|notdeepstrictequal|doesnotthrow|doesnotreject|doesnotmatch|exists?|isdefined|isok|istrue|assertne|assertnotequal|assertisnotnone|assertisinstance|assertnotin|notnil|notempty|notzero|nonempty|error|istype|ifError)$/i;

/** Behind the first argument of a helper in Go, which is the test itself. */
function withoutTest(first: string): string {
  return first.replace(/^t,\s*/, "");
}

/** `expect(sum > 0).toBe(true)` says as much as its condition, `expect(isEmpty).toBe(true)` says the whole. */
function asBoolean(subject: string): 1 | 2 | 3 {
  return /[<>]|[!=]=|&&|\|\||\binstanceof\b|^!!|\btypeof\b|^Boolean\(|\.(?:includes|startsWith|endsWith|test)\(/.test(
    subject,
  )
    ? strengthOfCondition(subject)
    : 3;
}

function strengthOfCondition(condition: string): 1 | 2 | 3 {
  const bare = condition.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, "''");
  if (/\bapprox\(|isclose\(/.test(bare)) return 2;
  if (/\bis not None\b|[!=]==? ?(?:nil|null|undefined|None)\b/.test(bare)) return 1;
  if (/[!=]=|\bis\b|Equal\(/.test(bare)) return 3;
  if (
    /[^-=]>|<|\bin\b|matches|contains|includes|\.(?:startsWith|endsWith|startswith|endswith|test|match|search)\(/i.test(
      bare,
    )
  )
    return 2;
  return 1;
}

/** How far off a value may be, or how wide a bound is; comparable between two assertions of one name. Undefined: it has none. */
export function slackOf({ text, name, last }: Assertion): number | undefined {
  const word = name.split(".").at(-1)?.toLowerCase() ?? "";
  const number = (found: RegExpExecArray | null) => (found?.[1] === undefined ? undefined : Number(found[1]));
  const lastNumber = number(/(?:^|[,\s])(-?[\d.]+(?:e-?\d+)?)$/i.exec(last));
  if (word === "tobecloseto") return -(last.includes(",") ? (lastNumber ?? 2) : 2);
  if (/^tobelessthan/.test(word)) return lastNumber;
  if (/^tobegreaterthan/.test(word)) return lastNumber === undefined ? undefined : -lastNumber;
  if (/^(?:indelta|inepsilon|closeto)$/.test(word)) return lastNumber;
  const places = number(/\bplaces ?= ?(\d+)/.exec(text));
  if (places !== undefined) return -places;
  if (word === "assertalmostequal" && !/delta/.test(text)) return -7;
  return (
    number(/\b(?:abs|rel|abs_tol|rel_tol|delta) ?= ?([\d.]+(?:e-?\d+)?)/i.exec(text)) ??
    (/\bapprox\(/.test(text) ? 1e-6 : undefined)
  );
}
