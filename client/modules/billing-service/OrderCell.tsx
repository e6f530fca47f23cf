import { service } from '@lobby/shared/modules/billing-service.ts';
import { useAtomValue } from 'jotai';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { IconButton } from '../../kit/ui/Button.tsx';
import { styleClass } from '../../theme/classes.ts';

const cellClass = styleClass({ display: 'inline-flex', alignItems: 'center', fontVariantNumeric: 'tabular-nums' });

/** The place of a service among the others, with a step up and a step down. */
export function OrderCell({ row }: { row: { id: string; order?: number | null } }) {
  const { t } = useTranslation(service.name);
  const scope = useAtomValue(scopeAtom);
  const may = useCan(service.code, 'write');
  async function step(by: 1 | -1) {
    const query = { limit: 100, sort: 'order' };
    const { data } = await request<{ id: string }[]>('GET', service.path, { ...scope, query });
    const other = data[data.findIndex(({ id }) => id === row.id) + by];
    if (!other) return;
    const body = by < 0 ? { beforeId: other.id } : { afterId: other.id };
    await request('PUT', `${service.path}/${row.id}/move`, { ...scope, body });
  }
  const press = (by: 1 | -1) => (event: React.MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void step(by);
  };
  return (
    <span className={cellClass()}>
      {row.order}
      {may && (
        <>
          <IconButton icon={ChevronUp} size="sm" label={t('place.up')} onClick={press(-1)} />
          <IconButton icon={ChevronDown} size="sm" label={t('place.down')} onClick={press(1)} />
        </>
      )}
    </span>
  );
}
