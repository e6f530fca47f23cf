import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { styleClass } from '../../theme/classes.ts';

const cellClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1',
  fontVariantNumeric: 'tabular-nums',
  '& > button': {
    display: 'inline-grid',
    placeItems: 'center',
    w: '6',
    h: '6',
    borderRadius: 'sm',
    color: 'fg.muted',
    _hover: { bg: 'bg.muted', color: 'fg' },
  },
});

/** The place of a record among the others, with a step up and a step down: also by Alt and an arrow. */
export function OrderCell({
  definition,
  row,
}: {
  definition: Definition;
  row: { id: string; displayOrder: number | null };
}) {
  const { t } = useTranslation('utility');
  const scope = useAtomValue(scopeAtom);
  const may = useCan(definition.code, 'write');
  async function step(by: 1 | -1) {
    const query = { limit: 100, sort: 'displayOrder' };
    const { data } = await request<{ id: string }[]>('GET', definition.path, { ...scope, query });
    const at = data.findIndex(({ id }) => id === row.id);
    const other = data[at + by];
    if (at < 0 || !other) return;
    const body = by < 0 ? { beforeId: other.id } : { afterId: other.id };
    await request('PUT', `${definition.path}/${row.id}/move`, { ...scope, body });
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
    <span className={cellClass()}>
      {row.displayOrder}
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
