import { receipt } from '@lobby/shared/modules/receipt.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import type { Caller, Row } from '../caller.ts';

/** A payment in tests: for bills, for the account or an advance of a unit, or other income. */
interface Money {
  type?: 'FEES' | 'UNIT_ACCOUNT' | 'ADVANCE' | 'OTHER';
  unitId?: unknown;
  serviceId?: unknown;
  amount?: unknown;
  method?: string;
  fundId?: unknown;
  methods?: object[];
  allocations?: unknown;
  [name: string]: unknown;
}

const CODE = 'SPONSORS';
/** An income category of the project. */
async function incomeOf(who: Caller): Promise<unknown> {
  const made = { name: 'Sponsors', code: CODE, kind: 'INCOME' };
  const { data, status } = await who.post<Row>(voucherCategory.path, made);
  if (status === 201) return data.id;
  const { data: found } = await who.get<Row[]>(`${voucherCategory.path}?filter[q]=${CODE}`);
  return found[0]?.id;
}

/** Takes a payment like a cashier. */
export async function takeMoney(who: Caller, given: Money) {
  const { type = 'FEES', unitId, serviceId, method = 'CASH', fundId, methods, allocations, ...rest } = given;
  if (type === 'OTHER')
    return who.post<Row>(receipt.path, { ...rest, method, fundId, categoryId: await incomeOf(who) });
  return who.post<Row>('/payment/single', {
    ...rest,
    unitId,
    methods: methods ?? [{ kind: method, fundId, amount: rest.amount }],
    allocations: allocations ?? [],
    surplusTo: type === 'ADVANCE' ? 'ADVANCE' : 'UNIT_ACCOUNT',
    ...(type === 'ADVANCE' && { surplusServiceId: serviceId }),
  });
}
