/** The headings of the forms. What stands behind a comma explains, and may be left out. */
export const headings = {
  scope: "Scope",
  requirements: "Requirements, and what shows that they hold",
  assumptions: "Assumptions",
  openQuestions: "Open questions",
  outOfScope: "Out of scope",
  tasks: "Tasks",
  approach: "Agreed approaches",
  review: "Review",
  findings: "Findings",
  foundOut: "Found out",
};
