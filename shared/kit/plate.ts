import { visibleText } from './clean-text.ts';

const MARKS = /[\u0300-\u036f]/g;

/** A plate as it is compared: letters and digits in capitals, Đ as D. */
export const rawPlate = (plate: string): string =>
  visibleText(plate)
    .normalize('NFKD')
    .replace(MARKS, '')
    .toUpperCase()
    .replaceAll('Đ', 'D')
    .replace(/[^A-Z0-9]/g, '');

const CAR = /^(\d{2})([A-Z]{1,2})(\d{5}|\d{4})$/;
const MOTORBIKE = /^(\d{2})([A-ZĐ][A-ZĐ\d])(\d{5}|\d{4})$/;
const numbered = (digits: string) => (digits.length === 5 ? `${digits.slice(0, 3)}.${digits.slice(3)}` : digits);

/** A plate in standard writing: `29A-123.45` of cars, `29-MĐ1 123.45` of motorbikes; what fits no pattern in capitals as it was typed. */
export function standardPlate(typed: string, type: string): string {
  const shown = visibleText(typed).normalize('NFKC').toUpperCase().trim();
  const joined = shown.replace(/[^\p{L}\d]/gu, '');
  if (type === 'MOTORBIKE' || type === 'E_MOTORBIKE' || type === 'E_BICYCLE') {
    const [, place, series, digits] =
      MOTORBIKE.exec(joined) ?? /^(\d{2})([A-ZĐ]{2}\d)(\d{5}|\d{4})$/.exec(joined) ?? [];
    return place && series && digits ? `${place}-${series} ${numbered(digits)}` : shown;
  }
  const [, place, series, digits] = CAR.exec(joined) ?? [];
  return place && series && digits ? `${place}${series}-${numbered(digits)}` : shown;
}
