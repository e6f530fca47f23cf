import { COMPLETED_ORDERS, type MerchantOrderRow, merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { dataOf } from '../../kit/http/api.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { useTyping } from '../../kit/ui/detail/typing.ts';
import { Composer } from '../../kit/ui/thread/Composer.tsx';

/** Where staff write about an order to the household and its partner, or note something among themselves. */
export function OrderTalk({ id }: { id: string }) {
  const typing = useTyping();
  const entry = useAtomValue(useMemo(() => recordAtom(merchantOrder.name, id), [id]));
  const row = dataOf<MerchantOrderRow>(entry?.row);
  // Of what has ended nothing is said any more; staff may note something among themselves.
  const over = COMPLETED_ORDERS.includes(String(row.status));
  return (
    <Composer
      definition={merchantOrder}
      form="order-talk"
      id={id}
      typeId={null}
      row={row}
      ended={COMPLETED_ORDERS}
      privateOnly={over}
      values={{}}
      onTyping={typing}
    />
  );
}
