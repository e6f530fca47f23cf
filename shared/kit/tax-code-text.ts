/** Formats a tax code, with a hyphen before the branch. */
export const printedTaxCode = (code: string): string => code.replace(/^(\d{10})(\d{3})$/, '$1-$2');
