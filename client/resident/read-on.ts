const ID = /^[0-9a-f]{24}$/;
/** Pages that show all that their modules tell of: whoever is there has read it. */
const SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  bills: ['FEE_NOTICE', 'DEBT_TRACKING', 'RECEIPT', 'PAYMENT'],
  payments: ['FEE_NOTICE', 'DEBT_TRACKING', 'RECEIPT', 'PAYMENT'],
  parcels: ['PARCEL'],
  handover: ['HANDOVER'],
};

/** What whoever has a page open has read by it; null where that tells nothing. */
export function readOn(
  page: string,
  id: string | undefined,
): { entityId: string[] } | { module: readonly string[] } | null {
  const module = SHOWN_BY[page];
  if (module) return { module };
  return id && ID.test(id) ? { entityId: [id] } : null;
}
