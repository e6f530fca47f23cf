import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { Bell, BellRing } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../http/api.ts';
import { toastRefusal } from '../../i18n/toast-refusal.ts';
import { recordAtom } from '../../records/records.ts';
import { employeeOf, scopeNow } from '../../session/session.ts';
import { IconButton } from '../controls/Button.tsx';

/** Whether the reader follows a record, with a button to change that. */
export function Follow({ definition, id }: { definition: Definition; id: string }) {
  const { t } = useTranslation('kit');
  const entry = useAtomValue(useMemo(() => recordAtom(definition.name, id), [definition, id]));
  const [busy, setBusy] = useState(false);
  const me = employeeOf(scopeNow().projectId)?.employeeId;
  const ids = entry?.row.followerIds;
  if (!me || !entry) return null;
  const follows = Array.isArray(ids) && ids.includes(me);
  const turn = async () => {
    setBusy(true);
    await request('PUT', `${definition.path}/${id}/${follows ? 'unfollow' : 'follow'}`, scopeNow())
      .catch(error => toastRefusal(error, { title: t('act.failed') }))
      .finally(() => setBusy(false));
  };
  return (
    <IconButton
      size="sm"
      icon={follows ? BellRing : Bell}
      label={t(follows ? 'detail.unfollow' : 'detail.follow')}
      aria-pressed={follows}
      disabled={busy}
      onClick={() => void turn()}
    />
  );
}
