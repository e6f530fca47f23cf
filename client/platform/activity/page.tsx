import { chakra } from '@chakra-ui/react';
import { activity } from '@lobby/shared/modules/activity.ts';
import { useAtomValue } from 'jotai';
import { Download, History as HistoryIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { Entries } from './Entries.tsx';
import { Filters } from './Filters.tsx';
import { filterOf, type HistoryQuery, useHistoryQuery } from './history-query.ts';
import { useHistory } from './useHistory.ts';

/** History of the project, limited to modules the user may read. */
export function Component() {
  const { t } = useTranslation(['activity', 'modules']);
  const { number } = useFormats();
  const asking = useHistoryQuery();
  const { asked, ask, narrowed } = asking;
  const { history, more, take, retry } = useHistory(asked);
  const { total, phase, rows } = history;
  const { module, ...others } = asked;
  const isOfModule = module !== '' && Object.values(others).every(value => value === '');
  return (
    <chakra.div display="flex" flexDirection="column" flex="1" minW="0" minH="0">
      <chakra.div display="flex" alignItems="center" gap="2" flex="none" h="13" px="4" minW="0">
        <chakra.h1 textStyle="lg" fontWeight="semibold" className="cut">
          {t('plural')}
        </chakra.h1>
        <chakra.small textStyle="xs" color="fg.muted" whiteSpace="nowrap" role="status">
          {phase === 'ready' && (total === null ? t('many') : t('total', { count: total, shown: number(total) }))}
        </chakra.small>
        <chakra.i flex="1" />
        <Export asked={asked} />
      </chakra.div>
      <Filters {...asking} />
      {phase === 'first' && <SkeletonRows />}
      {phase === 'failed' && <ErrorState title={t('failed')} onRetry={retry} />}
      {phase === 'ready' && rows.length === 0 && history.fresh.length === 0 && (
        <Empty
          icon={HistoryIcon}
          title={
            isOfModule
              ? t('emptyModule', { module: t(`modules:${asked.module}`) })
              : t(narrowed ? 'emptyFiltered' : 'empty')
          }
          actions={
            narrowed && (
              <Button onClick={() => ask({ person: '', module: '', from: '', to: '', record: '' })}>
                {t('clear')}
              </Button>
            )
          }
        />
      )}
      {phase === 'ready' && (rows.length > 0 || history.fresh.length > 0) && (
        <Entries history={history} label={t('plural')} onMore={more} onTake={take} />
      )}
    </chakra.div>
  );
}

function Export({ asked }: { asked: HistoryQuery }) {
  const { t } = useTranslation('activity');
  const scope = useAtomValue(scopeAtom);
  const allowed = useCan(activity.code, 'export');
  const { busy, save } = useExport();
  if (!allowed) return null;
  return (
    <IconButton
      icon={Download}
      label={t('export')}
      aria-busy={busy}
      onClick={() => save(`${activity.path}/export`, { ...scope, query: { filter: filterOf(asked) } })}
    />
  );
}
