import { useAtomValue } from 'jotai';
import { Clock, Lock, RotateCcw, Trash2, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { dataOf } from '../../http/api.ts';
import { connectionAtom } from '../../live/connection.ts';
import { discard, retry, type Outgoing as Waiting } from '../../offline/outbox.ts';
import { Button } from '../controls/Button.tsx';
import { Status } from '../marks/Status.tsx';

const waitingClass = styleClass({
  py: '2.5',
  ps: '10',
  '& > p': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', color: 'fg.muted' },
  '& > div': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '2',
    mt: '1',
    textStyle: 'xs',
    color: 'fg.subtle',
  },
  '& > div > svg': { w: '3', h: '3' },
});

/** An unsent message: waiting, sending, or refused with reason and retry button. */
export function Outgoing({ path, waiting }: { path: string; waiting: Waiting }) {
  const { t } = useTranslation(['thread', 'common', 'kit']);
  const { state } = useAtomValue(connectionAtom);
  const body = dataOf<{ content: string; private: boolean; images: string[]; attachments: string[] }>(waiting.body);
  const { content = waiting.act?.said ?? '', private: hidden, images = [], attachments = [] } = body;
  const files = images.length + attachments.length;
  return (
    <article className={waitingClass()}>
      {hidden && (
        <div>
          <Lock />
          {t('private')}
        </div>
      )}
      {content && <p>{content}</p>}
      {files > 0 && <p>{t('kit:detail.fileCount', { count: files })}</p>}
      {waiting.state === 'failed' ? (
        <div role="alert">
          <Status tone="bad">{t('failed')}</Status>
          <span>{waiting.error?.message}</span>
          <Button size="sm" icon={RotateCcw} onClick={() => retry(path, waiting.key)}>
            {t('common:act.retry')}
          </Button>
          <Button size="sm" look="ghost" icon={Trash2} onClick={() => discard(path, waiting.key)}>
            {t('discard')}
          </Button>
        </div>
      ) : (
        <div>
          {state === 'offline' ? <WifiOff /> : <Clock />}
          {t(state === 'offline' ? 'waiting' : 'pending')}
        </div>
      )}
    </article>
  );
}
