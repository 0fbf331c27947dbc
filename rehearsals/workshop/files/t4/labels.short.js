/** Every word that an invoice prints. */
export const labels = {
  title: "Invoice",
  sum: "Sum",
  tax: "Tax 19 %",
  total: "Total",
};
