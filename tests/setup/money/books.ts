import { deepEqual, equal } from 'node:assert/strict';
import { checkBooks } from '@lobby/server/modules/ledger/index.ts';
import { bill } from '@lobby/shared/modules/bill.ts';
import { billRun } from '@lobby/shared/modules/bill-run.ts';
import { service } from '@lobby/shared/modules/billing-service.ts';
import { fund } from '@lobby/shared/modules/fund.ts';
import { unitAccount } from '@lobby/shared/modules/ledger.ts';
import { serviceRegistration } from '@lobby/shared/modules/service-registration.ts';
import { tariff } from '@lobby/shared/modules/tariff.ts';
import type { Caller, Row } from '../caller.ts';
import { until } from '../client/socket-client.ts';
import { today } from '../time/days.ts';
import type { Site } from '../world.ts';
import { takeMoney } from './paying.ts';

/** Month of the bills. */
export const MONTH = '2026-10';
/** Month of the notice with these bills. */
export const NOTICE_MONTH = '2026-11';
export { today };
/** Status, code and fields of a refusal. */
export const refusal = ({
  status,
  code,
  error,
}: {
  status: number;
  code: string;
  error?: { data?: { fields?: object } };
}) => [status, code, ...Object.keys(error?.data?.fields ?? {})];

/** Helpers for tests of bills and money in a project: services with prices, bills, runs, receipts, and checks of the books. */
export async function booksAt(site: Site) {
  const { ann, unitId } = site;
  let n = 0;
  const make = async (path: string, values: object, who: Caller = ann): Promise<Row> => {
    const made = await who.post(path, values);
    if (made.status !== 201) throw new Error(made.text);
    return made.data;
  };
  const read = async (path: string, id: unknown): Promise<Row> => (await ann.get<Row>(`${path}/${id}`)).data;
  const act = (path: string, { id }: Row, name: string, input: object = {}, who: Caller = ann) =>
    who.put(`${path}/${id}/${name}`, input);
  /** Creates a service with a tariff of one version. */
  async function priced(values: object, price: object = {}): Promise<Row> {
    const no = ++n;
    const plain = { effectiveFrom: '2026-01-01', tiers: [{ price: 10_000 }], vat: 0 };
    const version = { ...plain, ...price };
    const { id: tariffId } = await make(tariff.path, { code: `P${no}`, name: `Price ${no}`, version });
    return make(service.path, {
      code: `S${no}`,
      name: `Service ${no}`,
      group: 'OTHER',
      source: 'FIXED',
      periodType: 'PART_OF_MONTH',
      tariffId,
      ...values,
    });
  }
  async function begin(values: object, who: Caller = ann): Promise<Row> {
    const asked = await who.post<Row>(billRun.path, { month: MONTH, ...values });
    if (asked.status >= 300) throw new Error(asked.text);
    return until(async () => {
      const now = await read(billRun.path, asked.data.id);
      return ['PREVIEW', 'DONE'].includes(now.status) && now;
    });
  }
  const till = await make(fund.path, { name: 'Till', code: 'TM', kind: 'CASH' });
  return {
    make,
    read,
    act,
    priced,
    till,
    register: (serviceId: unknown, unit = unitId) =>
      make(serviceRegistration.path, { unitId: unit, serviceId, startDate: '2026-01-01' }),
    billsOf: async (serviceId: unknown) =>
      (await ann.get<Row[]>(`${bill.path}?filter[serviceId][]=${serviceId}&limit=100`)).data,
    /** Starts a run and waits for its preview. */
    begin,
    /** Creates the bills of a month and waits for them. */
    run: (serviceIds: unknown[], who: Caller = ann): Promise<Row> => begin({ serviceIds }, who),
    /** A released bill of a service of its own. */
    async released(total = 100_000, unit = unitId): Promise<Row> {
      const own = await priced({});
      const made = await make(bill.path, { unitId: unit, serviceId: own.id, month: MONTH, amount: total });
      equal((await act(bill.path, made, 'release')).status, 200);
      return read(bill.path, made.id);
    },
    /** Asserts that all checks of the books pass. */
    async agree(): Promise<void> {
      deepEqual(
        (await checkBooks(site.id)).filter(({ wrong }) => wrong.length > 0),
        [],
      );
    },
    pay: (values: object, who: Caller = ann) =>
      takeMoney(who, {
        unitId,
        fundId: till.id,
        accountingDate: today(),
        payerName: 'Mai',
        ...values,
      }),
    accountOf: async (unit = unitId) => read(unitAccount.path, unit),
  };
}
