import { budget } from '@lobby/shared/modules/budget.ts';
import { FilePen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { request } from '../../kit/http/api.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useIdempotencyKey } from '../../kit/ui/controls/useIdempotencyKey.ts';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { Refused } from '../../kit/ui/states/Refused.tsx';

/** Creates and opens the next edition of an approved budget. */
export function Revise({ id }: { id: string }) {
  const { t } = useTranslation(budget.name);
  const [, setParams] = useSearchParams();
  const keyOf = useIdempotencyKey();
  const { busy, error, code, run } = useSubmit();
  const begin = () =>
    run(async () => {
      const body = {};
      const { data } = await request<RecordOf<typeof budget>>('POST', `${budget.path}/${id}/revise`, {
        ...scopeNow(),
        body,
        idempotencyKey: keyOf({ id }),
      });
      setParams({ tab: 'drafts', id: data.id });
    });
  return (
    <>
      <Button icon={FilePen} busy={busy} onClick={() => void begin()}>
        {t('revise')}
      </Button>
      <Refused error={error} code={code} />
    </>
  );
}
