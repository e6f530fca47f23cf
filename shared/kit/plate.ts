import { visibleText } from './clean-text.ts';

const MARKS = /[\u0300-\u036f]/g;

/** A plate in compared form: capital letters and digits, Đ as D. */
export const rawPlate = (plate: string): string =>
  visibleText(plate)
    .normalize('NFKD')
    .replace(MARKS, '')
    .toUpperCase()
    .replaceAll('Đ', 'D')
    .replace(/[^A-Z0-9]/g, '');

const PLATE = /^\d{2}[\s-]*[a-zđ][a-zđ\d]{0,2}[\s.-]*\d{3}\.?\d{1,2}$/i;
export const isPlate = (value: string): boolean => PLATE.test(visibleText(value).trim());

/** Search words of a plate: its number, the last four digits of it, and series with number. */
export function plateWords(plate: string): string[] {
  const raw = rawPlate(plate);
  const [number = ''] = /[\d.]+$/.exec(visibleText(plate).trim()) ?? [];
  const digits = number.replaceAll('.', '').slice(-5);
  // The series of a motorbike ends with a digit: `29D188520` is D1 and 88520.
  return digits.length >= 4 ? [digits, digits.slice(-4), raw.replace(/^\d{2}/, '')] : [];
}

const CAR = /^(\d{2})([A-Z]{1,2})(\d{5}|\d{4})$/;
const MOTORBIKE = /^(\d{2})([A-ZĐ][A-ZĐ\d])(\d{5}|\d{4})$/;
const numbered = (digits: string) => (digits.length === 5 ? `${digits.slice(0, 3)}.${digits.slice(3)}` : digits);

/** A plate in standard form: `29A-123.45` for cars, `29-MĐ1 123.45` for motorbikes; otherwise as typed, in capitals. */
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
