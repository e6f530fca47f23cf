/** A tax code as it is printed: a branch after a hyphen. */
export const printedTaxCode = (code: string): string => code.replace(/^(\d{10})(\d{3})$/, '$1-$2');
