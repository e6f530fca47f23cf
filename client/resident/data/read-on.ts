/** The id of a record, in the address of a paper after its kind. */
const ID = /^(?:\w+\.)?([0-9a-f]{24})$/;
/** Pages that show everything that their modules notify about, so that opening them marks it as read. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  bills: ['FEE_NOTICE', 'DEBT_TRACKING', 'RECEIPT', 'PAYMENT'],
  payments: ['FEE_NOTICE', 'DEBT_TRACKING', 'RECEIPT', 'PAYMENT'],
  parcels: ['PARCEL'],
  handover: ['HANDOVER'],
};

/** Returns which notifications an open page marks as read; null if none. */
export function readOn(
  page: string,
  id: string | undefined,
): { entityId: string[] } | { module: readonly string[] } | null {
  const module = SHOWN_BY[page];
  if (module) return { module };
  const entityId = ID.exec(id ?? '')?.[1];
  return entityId ? { entityId: [entityId] } : null;
}
