import { type ResidentRow, resident } from '@lobby/shared/modules/resident.ts';
import { useAtomValue } from 'jotai';
import { UserX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { ApiError, request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { EmptyState, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { useFollowed } from './useFollowed.ts';

interface Removed {
  row: ResidentRow;
  removedAt: string;
}

const listClass = styleClass({
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    py: '2',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& > li > div': { flex: '1 1 200px', minW: '0', overflowWrap: 'anywhere' },
  '& > li > span': { display: 'flex', gap: '2' },
  '& small': { display: 'block', textStyle: 'xs', color: 'fg.muted' },
});

/** Removed residents, to restore or erase. */
export function RemovedDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['resident', 'common', 'errors']);
  const scope = useAtomValue(scopeAtom);
  const { data, error: unread, again } = useFollowed<Removed>(`${resident.path}/removed`);
  const [erased, setErased] = useState<ResidentRow | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const erase = async ({ id }: ResidentRow, reason: string) => {
    setBusy(true);
    try {
      await request('PUT', `${resident.path}/${id}/erase-removed`, { ...scope, body: { reason } });
      setErased(null);
      toast({ tone: 'done', title: t('removed.done') });
    } catch (refusal) {
      setError(refusal instanceof ApiError && refusal.message ? refusal.message : t('errors:FAIL'));
    }
    setBusy(false);
    void again();
  };
  const restore = async ({ id, name, version }: ResidentRow) => {
    if (busy) return;
    setBusy(true);
    try {
      await request('PUT', `${resident.path}/${id}/restore`, { ...scope, body: { version } });
      toast({ tone: 'done', title: t('removed.restored', { name }) });
    } catch (refusal) {
      void toastRefusal(refusal, { title: t('removed.notRestored', { name }) });
    }
    setBusy(false);
    void again();
  };
  return (
    <>
      <Dialog
        open
        wide
        title={t('removed.open')}
        description={t('removed.help')}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('common:act.close')}</Button>}
      >
        {unread && !data ? (
          <ErrorState title={t('removed.failed')} onRetry={() => void again()} />
        ) : !data ? (
          <SkeletonRows rows={4} />
        ) : data.length === 0 ? (
          <EmptyState icon={UserX} title={t('removed.none')} />
        ) : (
          <ul className={listClass()}>
            {data.map(item => (
              <Line
                key={item.row.id}
                {...item}
                onRestore={() => void restore(item.row)}
                onErase={() => {
                  setError('');
                  setErased(item.row);
                }}
              />
            ))}
          </ul>
        )}
      </Dialog>
      {erased && (
        <ConfirmDialog
          open
          tone="bad"
          title={t('removed.ask', { name: erased.name })}
          description={t('asks.erase')}
          confirm={t('actions.erase')}
          reason={{ label: t('inputs.reason') }}
          busy={busy}
          error={error}
          onConfirm={reason => void erase(erased, reason)}
          onCancel={() => setErased(null)}
        />
      )}
    </>
  );
}

function Line({ row, removedAt, onRestore, onErase }: Removed & { onRestore: () => void; onErase: () => void }) {
  const { t } = useTranslation('resident');
  const { dateTime } = useFormats();
  const unit = useRefName('unit', row.unitId);
  return (
    <li>
      <div>
        {row.name}
        <small>{[unit, row.phone, t('removed.at', { at: dateTime(removedAt) })].filter(Boolean).join(' · ')}</small>
      </div>
      <span>
        <Button look="outline" onClick={onRestore}>
          {t('removed.restore')}
        </Button>
        <Button look="ghost" tone="bad" onClick={onErase}>
          {t('actions.erase')}…
        </Button>
      </span>
    </li>
  );
}
