import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { readPhone } from '@lobby/shared/kit/contact.ts';
import { DEFAULT_LANGUAGE, type Language } from '@lobby/shared/kit/languages.ts';
import type { Placeholder } from '@lobby/shared/modules/contract-template.ts';
import type { RentalContractRow } from '@lobby/shared/modules/rental-contract.ts';
import { now } from '../../../kit/http/clock.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useRefName, useRefRow } from '../../../kit/refs/refs.ts';
import type { Tenant } from './useTenant.ts';

/** Name and address of the project. */
export interface Place {
  name: string;
  address: string;
}

const NOTHING = '………………';
const idOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** Data to print, and the language. */
interface Printing {
  contract: RentalContractRow | null;
  place: Place | null;
  tenant: Tenant | null;
  language: Language | null;
}

/** Values for the template variables, of the contract as signed, without annexes. Unknown ones become dotted lines. */
export function useContractWords({ contract, place, tenant, language }: Printing): Record<Placeholder, string> {
  const written = language ?? DEFAULT_LANGUAGE;
  const { day, date, money, number } = useFormats(written);
  const inWords = (amount: number) => amountInWords(amount, written);
  const unit = useRefRow('unit', contract?.unitId);
  const block = useRefName('block', idOf(unit?.blockId));
  const floor = useRefName('floor', idOf(unit?.floorId));
  const resident = useRefName('resident', contract?.residentId);
  const words = <T>(value: T | null | undefined, write: (value: T) => string = String) =>
    value === null || value === undefined || value === '' ? NOTHING : write(value);
  return {
    code: words(contract?.code),
    signed: words(contract?.registerDate, day),
    project: words(place?.name),
    address: words(place?.address),
    unit: words(unit?.name),
    rooms: words(contract?.rooms),
    block: words(block),
    floor: words(floor),
    area: words(contract?.firstArea, number),
    tenant: words(contract?.company ?? resident),
    representative: words(resident),
    taxCode: words(contract?.taxCode),
    identifier: words(tenant?.identifier),
    phone: words(tenant?.phone, readPhone),
    tenantAddress: words(tenant?.permanentAddress),
    price: words(contract?.firstPrice, money),
    priceWords: words(contract?.firstPrice, inWords),
    deposit: words(contract?.deposit, money),
    depositWords: words(contract?.deposit, inWords),
    from: words(contract?.startDate, day),
    to: words(contract?.firstExpiryDate, day),
    today: date(now()),
  };
}
