import type { Placeholder } from '@lobby/shared/modules/contract-template.ts';
import type { RentalContractRow } from '@lobby/shared/modules/rental-contract.ts';
import { now } from '../../../kit/clock.ts';
import { useFormats } from '../../../kit/formats.ts';
import { useRefName, useRefRow } from '../../../kit/refs.ts';

/** The project on paper. */
export interface Place {
  name: string;
  address: string;
}

const NOTHING = '………………';
const idOf = (value: unknown) => (typeof value === 'string' ? value : null);

/** What a contract, as it was signed, fills into its template (annexes are papers of their own); what is not known is left to the pen. */
export function useContractWords(contract: RentalContractRow | null, place: Place | null): Record<Placeholder, string> {
  const { day, date, money, number } = useFormats();
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
    block: said(block),
    floor: said(floor),
    area: said(contract?.firstArea, number),
    tenant: said(contract?.company ?? resident),
    representative: said(resident),
    taxCode: said(contract?.taxCode),
    price: said(contract?.firstPrice, money),
    deposit: said(contract?.deposit, money),
    from: said(contract?.startDate, day),
    to: said(contract?.firstExpiryDate, day),
    today: date(now()),
  };
}
