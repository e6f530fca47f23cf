import { bill } from '@lobby/shared/modules/bill.ts';
import { modelOf, type Stored } from '../../kit/store/schema.ts';

const billIds = (lines: unknown): string[] =>
  Array.isArray(lines) ? lines.map(({ billId }: { billId: unknown }) => String(billId)) : [];

/** What is left by now of the bills that notices ask for, and no more than they asked. */
export async function leftOf(projectId: string, notices: readonly Stored[]): Promise<Map<string, number>> {
  const named = new Map(notices.map(one => [one._id, [...billIds(one.lines), ...billIds(one.debtLines)]]));
  const open = await modelOf(bill)
    .find(
      {
        ...{ projectId, deletedAt: null, status: 'ACTIVE', _id: { $in: [...named.values()].flat() } },
        remaining: { $gt: 0 },
      } as object,
      { remaining: 1 },
    )
    .maxTimeMS(10_000)
    .lean<Stored[]>();
  const left = new Map(open.map(({ _id, remaining }) => [_id, Number(remaining)]));
  return new Map(
    notices.map(({ _id, totalPayment }) => {
      const sum = (named.get(_id) ?? []).reduce((total, id) => total + (left.get(id) ?? 0), 0);
      return [_id, Math.min(Number(totalPayment), sum)];
    }),
  );
}
