import { COMPLETED_ORDERS, merchantOrder } from '@lobby/shared/modules/merchant-order.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { useTyping } from '../../kit/ui/detail/typing.ts';
import { Composer } from '../../kit/ui/thread/Composer.tsx';

/** Messages to household and partner, and internal notes. */
export function OrderTalk({ id }: { id: string }) {
  const typing = useTyping();
  const row = useHeldRow(merchantOrder, id);
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
