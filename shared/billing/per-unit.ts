/** A price with what it is for: `12.000 đ/m²`. */
export const perUnit = (price: string | null, unitName: string | null): string | null =>
  price && unitName ? `${price}/${unitName}` : price;
