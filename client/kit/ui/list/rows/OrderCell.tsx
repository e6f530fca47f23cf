import type { FieldIn } from '@lobby/shared/kit/define-module.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { ChevronDown, ChevronUp, GripVertical } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../theme/classes.ts';
import { request } from '../../../http/api.ts';
import { useCan } from '../../../session/permissions.ts';
import { scopeAtom } from '../../../session/session.ts';
import { type Placed, useRowDrag } from './useRowDrag.ts';

const cellClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  fontFamily: 'figures',
  // Cards of a phone are tapped to open: next to a small arrow a tap would move the record.
  '& > button, & > [draggable]': { display: { base: 'none', md: 'inline-grid' } },
  '& > button': {
    placeItems: 'center',
    w: '6',
    h: '6',
    borderRadius: 'sm',
    color: 'fg.muted',
    _hover: { bg: 'bg.muted', color: 'fg' },
  },
  '& > [draggable]': { color: 'fg.muted', cursor: 'grab' },
  '[role="row"][data-over] &': { color: 'accent.fg', fontWeight: 'semibold' },
});

interface OrderCellProps {
  definition: Definition;
  /** Field with the order number. */
  field: string;
  row: Placed;
}

/** Position of a record: moved by dragging, by step buttons, or with Alt and an arrow key (`PUT .../:id/move`). */
function OrderCell({ definition, field, row }: OrderCellProps) {
  const { t } = useTranslation('kit');
  const scope = useAtomValue(scopeAtom);
  const may = useCan(definition.code, 'write');
  const cell = useRef<HTMLSpanElement>(null);
  const move = (id: string, body: object) =>
    request('PUT', `${definition.path}/${id}/move`, { ...scope, body }).catch(() => undefined);
  useRowDrag(cell, definition.name, row, moved => {
    if (!may) return;
    const up = Number(moved.place) > Number(row.place);
    void move(moved.id, up ? { beforeId: row.id } : { afterId: row.id });
  });
  async function step(by: 1 | -1) {
    const query = { limit: 100, sort: field };
    const { data } = await request<{ id: string }[]>('GET', definition.path, { ...scope, query });
    const at = data.findIndex(({ id }) => id === row.id);
    const other = data[at + by];
    if (at >= 0 && other) await move(row.id, by < 0 ? { beforeId: other.id } : { afterId: other.id });
  }
  const onKey = (event: React.KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    void step(event.key === 'ArrowUp' ? -1 : 1);
  };
  const press = (by: 1 | -1) => (event: React.MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void step(by);
  };
  return (
    <span ref={cell} className={cellClass()}>
      {may && (
        <span draggable title={t('order.drag')}>
          <GripVertical size={14} aria-hidden />
        </span>
      )}
      {row.place}
      {may && (
        <>
          <button type="button" aria-label={t('order.up')} onClick={press(-1)} onKeyDown={onKey}>
            <ChevronUp size={14} aria-hidden />
          </button>
          <button type="button" aria-label={t('order.down')} onClick={press(1)} onKeyDown={onKey}>
            <ChevronDown size={14} aria-hidden />
          </button>
        </>
      )}
    </span>
  );
}

/** Width of a three-digit number between handle and arrows, in px. */
export const ORDER_WIDTH = 136;

/** Cells of a list with manual order by `field`. */
export const orderCells = <D extends Definition>(definition: D, field: FieldIn<D>) => ({
  [field]: (row: { id: string }) => {
    const place: unknown = Reflect.get(row, field);
    return (
      <OrderCell
        definition={definition}
        field={field}
        row={{ id: row.id, place: typeof place === 'number' ? place : null }}
      />
    );
  },
});
