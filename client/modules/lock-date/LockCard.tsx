import { chakra } from '@chakra-ui/react';
import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import type { LockDate } from '@lobby/shared/modules/lock-date.ts';
import { lockDate } from '@lobby/shared/modules/lock-date.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';
import { LockDialog } from './LockDialog.tsx';
import { moveLock } from './move-lock.ts';

interface LockCardProps {
  kind: LockDate['kind'];
  /** Current lock date. */
  until: string | null;
  /** Latest change of it. */
  last: Pick<ListedOf<typeof lockDate>, 'createdAt' | 'creatorId'> | undefined;
}

/** Lock date of one kind with its latest change and buttons to move it. */
export function LockCard({ kind, until, last }: LockCardProps) {
  const { t } = useTranslation('lock-date');
  const { day, dateTime } = useFormats();
  const mayMove = useCan(lockDate.code, 'write');
  const mayOpen = useCan(lockDate.code, 'approve');
  const [dialog, setDialog] = useState<'lock' | 'unlock' | null>(null);
  const close = () => setDialog(null);
  return (
    <chakra.section bg="bg.subtle" borderRadius="md" p="4" display="grid" gap="3" alignContent="start">
      <chakra.h2 textStyle="sm" color="fg.muted">
        {t(`options.kind.${kind}`)}
      </chakra.h2>
      <chakra.strong fontSize="28px" lineHeight="1.2">
        {until ? day(until) : t('lock.none')}
      </chakra.strong>
      {until && last && (
        <chakra.p textStyle="sm" color="fg.muted">
          {t('lock.by', { day: dateTime(last.createdAt) })}
          {last.creatorId && ' · '}
          {last.creatorId && <RefName to="employee" id={last.creatorId} />}
        </chakra.p>
      )}
      <chakra.div display="flex" gap="2" flexWrap="wrap">
        {mayMove && <Button onClick={() => setDialog('lock')}>{t('lock.set')}</Button>}
        {mayOpen && until && (
          <Button tone="bad" onClick={() => setDialog('unlock')}>
            {t('lock.unlock')}
          </Button>
        )}
      </chakra.div>
      {dialog === 'lock' && <LockDialog kind={kind} until={until} mayGoBack={mayOpen} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'unlock'}
        tone="bad"
        title={t('lock.unlock')}
        description={t('lock.unlockAsk')}
        confirm={t('lock.unlock')}
        reason={{ label: t('lock.reason') }}
        onCancel={close}
        onConfirm={async reason => {
          await moveLock({ kind, until, to: null, reason });
          close();
        }}
      />
    </chakra.section>
  );
}
