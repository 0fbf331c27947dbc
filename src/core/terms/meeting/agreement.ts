import type { Agreement, Approach, Artifact, ArtifactOf, TaskPlan } from "../artifacts.ts";

/** Scope and plan as three artifacts, which is how everybody reads them once they are accepted. */
export function partsOf({
  scope,
  tasks,
}: Agreement): readonly [ArtifactOf<"scope">, ArtifactOf<"tasks">, ArtifactOf<"approach">] {
  return [
    { kind: "scope", body: scope },
    { kind: "tasks", body: { tasks: tasks.map(({ interfaces: _, ...task }) => task) } },
    { kind: "approach", body: { tasks: tasks.map(({ id, interfaces }) => ({ id, interfaces })) } },
  ];
}

/** The tasks that an artifact names, if it is one that plans. */
export function planIn(artifact: Artifact | undefined): TaskPlan | undefined {
  if (artifact?.kind === "tasks") return artifact.body;
  return artifact?.kind === "agreement" ? partsOf(artifact.body)[1].body : undefined;
}

/**
 * Tasks that rely on one whose interfaces nobody wrote down. Where both edit the same file, that file is why one waits
 * for the other, and there may be no interface.
 */
export function unwritten({ tasks }: TaskPlan, approach: Approach | undefined): readonly string[] {
  const written = new Set(
    approach?.tasks.flatMap(({ id, interfaces }) => (interfaces.length > 0 ? [id] : [])),
  );
  return tasks.flatMap(({ id, files, dependsOn }) => {
    const relies = dependsOn.some((name) => {
      const other = tasks.find((task) => task.id === name);
      return other !== undefined && !written.has(name) && !other.files.some((file) => files.includes(file));
    });
    return relies ? [id] : [];
  });
}
