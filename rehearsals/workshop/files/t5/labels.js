/** Every word that an invoice prints. */
export const labels = {
  title: "Invoice",
  sum: "Sum",
  hours: "h",
};
