/** Every word that an invoice prints. */
export const labels = {
  title: "Invoice",
  sum: "Sum",
  tax: "Value added tax 19 %",
  total: "Total",
};
