/** A price with its unit: `12.000 đ/m²`. */
export const perUnit = (price: string | null, unitName: string | null): string | null =>
  price && unitName ? `${price}/${unitName}` : price;
