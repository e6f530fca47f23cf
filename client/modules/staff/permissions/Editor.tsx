import { position } from '@lobby/shared/modules/employee.ts';
import { useAtomValue } from 'jotai';
import { History, Lock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { useDraft } from '../../../kit/offline/drafts.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeAtom } from '../../../kit/session/session.ts';
import { Banner } from '../../../kit/ui/states/Banner.tsx';
import { ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { copyGrants, type Draft } from './grants.ts';
import { Opened } from './Opened.tsx';
import { Tools } from './Tools.tsx';
import type { Places } from './usePlaces.ts';
import { readRights, useRights } from './useRights.ts';

interface EditorProps {
  places: Places;
  positionId: string;
  onPosition: (id: string) => void;
}

/** Edits the permissions of one position as a draft until they are saved. */
export function Editor({ places, positionId, onPosition }: EditorProps) {
  const { t } = useTranslation('authorization');
  const scope = useAtomValue(scopeAtom);
  const may = useCan(position.code, 'write');
  const live = useRights(positionId);
  const { rights } = live;
  const keeping = useDraft<Draft>({
    projectId: scope.projectId ?? '',
    form: 'permissions',
    recordId: positionId,
  });
  const [typed, setTyped] = useState<Draft>();
  const draft = typed ?? keeping.draft?.values ?? {};
  const put = (next: Draft) => {
    setTyped(next);
    if (Object.keys(next).length > 0) keeping.save(next);
    else void keeping.clear();
  };
  const copy = (id: string) => {
    if (!rights) return;
    readRights(scope, id).then(
      other => put(copyGrants(rights.permissions, other.permissions)),
      error => toastRefusal(error, { title: t('copyFailed') }),
    );
  };
  const open = may && rights !== null && !rights.admin;
  return (
    <>
      <Tools
        places={places}
        positionId={positionId}
        holders={rights?.holders.length ?? null}
        onCopy={open ? copy : undefined}
        onPosition={onPosition}
      />
      {live.by !== null && (
        <Banner
          tone="waiting"
          icon={History}
          title={t('changed', { name: live.by || t('someone') })}
          action={{ label: t('understood'), onAct: live.seen }}
        >
          {t('changedText')}
        </Banner>
      )}
      {rights?.admin && (
        <Banner tone="waiting" icon={Lock} title={t('adminFixed')}>
          {t('adminFixedText')}
        </Banner>
      )}
      {rights && keeping.draft !== undefined ? (
        <Opened rights={rights} draft={draft} locked={!open} onDraft={put} onSave={live.save} />
      ) : live.failed ? (
        <ErrorState title={t('failed')} onRetry={live.reload} />
      ) : (
        <SkeletonRows />
      )}
    </>
  );
}
