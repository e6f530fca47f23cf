import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { useAtomValue } from 'jotai';
import { Layers, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { request } from '../../../kit/http/api.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeAtom } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useIdempotencyKey } from '../../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';

/** Offers to create the default rooms, items and templates where there are none. */
export function ReadyMade() {
  const { t } = useTranslation('handover-template');
  const scope = useAtomValue(scopeAtom);
  const may = useCan(HANDOVER, 'write');
  const keyOf = useIdempotencyKey();
  const { busy, error, code, run } = useSubmit();
  const make = () =>
    run(async () => {
      await request('POST', '/handover/config/ready-made', { ...scope, body: {}, idempotencyKey: keyOf({}) });
    });
  return (
    <EmptyState
      icon={Layers}
      title={t('empty.title')}
      actions={
        may && (
          <>
            <Button icon={Plus} busy={busy} onClick={() => void make()}>
              {t('ready.make')}
            </Button>
            <Refused error={error} code={code} />
          </>
        )
      }
    >
      {t('ready.text')}
    </EmptyState>
  );
}
