import { useAtomValue } from 'jotai';
import { Clock, Lock, RotateCcw, Trash2, WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { dataOf } from '../../kit/api.ts';
import { connectionAtom } from '../../kit/connection.ts';
import { discard, retry, type Outgoing as Waiting } from '../../kit/outbox.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { Status } from '../../kit/ui/Status.tsx';
import { styleClass } from '../../theme/classes.ts';

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

/** A message on its way: waiting, going out, or refused with a reason and a way to try again. */
export function Outgoing({ path, waiting }: { path: string; waiting: Waiting }) {
  const { t } = useTranslation(['ticket', 'common']);
  const { state } = useAtomValue(connectionAtom);
  const { content = '', private: hidden } = dataOf<{ content: string; private: boolean }>(waiting.body);
  return (
    <article className={waitingClass()}>
      {hidden && (
        <div>
          <Lock />
          {t('conversation.private')}
        </div>
      )}
      <p>{content}</p>
      {waiting.state === 'failed' ? (
        <div role="alert">
          <Status tone="bad">{t('conversation.failed')}</Status>
          <span>{waiting.error?.message}</span>
          <Button size="sm" icon={RotateCcw} onClick={() => retry(path, waiting.key)}>
            {t('common:act.retry')}
          </Button>
          <Button size="sm" look="ghost" icon={Trash2} onClick={() => discard(path, waiting.key)}>
            {t('conversation.discard')}
          </Button>
        </div>
      ) : (
        <div>
          {state === 'offline' ? <WifiOff /> : <Clock />}
          {t(state === 'offline' ? 'conversation.waiting' : 'conversation.pending')}
        </div>
      )}
    </article>
  );
}
