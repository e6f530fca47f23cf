import { COMPLETED_ORDERS, type MerchantOrderRow, merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { dataOf } from '../../kit/http/api.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { useTyping } from '../../kit/ui/detail/typing.ts';
import { Composer } from '../../kit/ui/thread/Composer.tsx';

/** Messages to household and partner, and internal notes. */
export function OrderTalk({ id }: { id: string }) {
  const typing = useTyping();
  const entry = useAtomValue(useMemo(() => recordAtom(merchantOrder.name, id), [id]));
  const row = dataOf<MerchantOrderRow>(entry?.row);
  // Finished orders only take internal notes.
  const over = COMPLETED_ORDERS.includes(row.status ?? '');
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
