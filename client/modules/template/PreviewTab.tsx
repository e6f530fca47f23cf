import { template } from '@lobby/shared/modules/template.ts';
import { useAtomValue } from 'jotai';
import { Copy, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useDetail } from '../../kit/live/useRows.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { Preview } from './Preview.tsx';
import { useDuplicate } from './useDuplicate.ts';
import { wordsIn } from './words.ts';

/** Preview of a saved template, with a test message to the current user and a button to duplicate it. */
export function PreviewTab({ id }: { id: string }) {
  const { t } = useTranslation('template');
  const scope = useAtomValue(scopeAtom);
  const mayWrite = useCan(template.code, 'write');
  const duplicate = useDuplicate(template, id);
  const { busy, error, code, run } = useSubmit();
  const { data } = useDetail(template, id, { follow: template.code });
  if (!data) return <SkeletonRows />;
  const sendTest = () =>
    run(async () => {
      const { data: sent } = await request<{ to: string }>('PUT', `${template.path}/${id}/send-test`, {
        ...scope,
        body: {},
      });
      toast({ tone: 'done', title: t('test.done', { to: sent.to }) });
    });
  return (
    <DetailBody>
      {mayWrite && (
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginBottom: 12 }}>
          {data.channel !== 'APP' && data.purpose !== 'LAYOUT' && (
            <Button size="sm" icon={Send} busy={busy} onClick={() => void sendTest()}>
              {t('test.send')}
            </Button>
          )}
          <Button size="sm" icon={Copy} busy={busy} onClick={() => void run(() => duplicate(data.name))}>
            {t('duplicate.open')}
          </Button>
          <Refused error={error} code={code} />
        </div>
      )}
      <Preview words={wordsIn({ ...data })} />
    </DetailBody>
  );
}
