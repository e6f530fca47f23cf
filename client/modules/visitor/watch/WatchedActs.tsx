import { visitor } from '@lobby/shared/modules/visitor.ts';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { useAct } from '../../../kit/ui/actions/useAct.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { nextAct } from '../visits.ts';
import { WatchDialog } from './WatchDialog.tsx';
import { isWarnedOf } from './warned.ts';

/** Replaces approval and check-in of a guest on the watch list. */
export function WatchedActs({ row }: { row: RecordOf<typeof visitor> }) {
  const { t } = useTranslation('visitor');
  const act = useAct(visitor);
  const [asking, setAsking] = useState(false);
  const next = nextAct(row);
  const may = useCan(visitor.code, next?.act === 'approve' ? 'approve' : 'updateStatus');
  if (!next || !may || !isWarnedOf(row)) return null;
  const letIn = (reason: string) =>
    act(row, next.act, { override: true, ...(reason && { reason }) })
      .then(() => setAsking(false))
      .catch(failure => toastRefusal(failure));
  return (
    <>
      <Button icon={ShieldAlert} tone="bad" onClick={() => setAsking(true)}>
        {t(`actions.${next.act}`)}…
      </Button>
      {asking && <WatchDialog visit={row} onLetIn={letIn} onClose={() => setAsking(false)} />}
    </>
  );
}
