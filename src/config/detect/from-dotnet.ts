import { type Detected, nothing, oneTest, type ProjectFiles } from "./detected.ts";

/** What is restored lies beside the project; a build writes into `obj`, so each worktree makes its own. */
export async function fromDotnet(files: ProjectFiles): Promise<Detected> {
  const [solution] = files.like(/^[^/]+\.slnx?$/);
  const projects = files.like(/\.(?:cs|fs|vb)proj$/);
  const seen = solution ?? projects[0];
  if (seen === undefined) return nothing;
  const texts = await Promise.all(projects.map((path) => files.read(path)));
  if (!texts.some((text) => /Microsoft\.NET\.Test\.Sdk|Testing\.Platform|MSTest\.Sdk|TUnit/.test(text ?? "")))
    return nothing;
  return {
    setup: {
      run: 'build=$(mktemp -d) && cp -R . "$build" && cd "$build" && dotnet restore',
      why: "the projects name packages, and a fresh checkout has none of them",
    },
    ...oneTest("dotnet test", `there is a ${seen}, and a project of it holds tests`),
  };
}
