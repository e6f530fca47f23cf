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
  const said = <T>(value: T | null | undefined, write: (value: T) => string = String) =>
    value === null || value === undefined || value === '' ? NOTHING : write(value);
  return {
    code: said(contract?.code),
    signed: said(contract?.registerDate, day),
    project: said(place?.name),
    address: said(place?.address),
    unit: said(unit?.name),
    rooms: said(contract?.rooms),
    block: said(block),
    floor: said(floor),
    area: said(contract?.firstArea, number),
    tenant: said(contract?.company ?? resident),
    representative: said(resident),
    taxCode: said(contract?.taxCode),
    identifier: said(tenant?.identifier),
    phone: said(tenant?.phone, readPhone),
    tenantAddress: said(tenant?.permanentAddress),
    price: said(contract?.firstPrice, money),
    priceWords: said(contract?.firstPrice, inWords),
    deposit: said(contract?.deposit, money),
    depositWords: said(contract?.deposit, inWords),
    from: said(contract?.startDate, day),
    to: said(contract?.firstExpiryDate, day),
    today: date(now()),
  };
}
