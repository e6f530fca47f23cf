import { room } from '@lobby/shared/modules/room.ts';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { styleClass } from '../../../theme/classes.ts';
import { FoundMessages } from './FoundMessages.tsx';
import { useTyped } from './useTyped.ts';
import { WordsInput } from './WordsInput.tsx';

const partClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minH: '0',
  '& > header': { px: '4', py: '3', maxW: '520px' },
  '& > div': { flex: '1', minH: '0', overflow: 'auto' },
  '& > div > p': { px: '4', textStyle: 'sm', color: 'fg.muted' },
});

/** Searches messages of all rooms within a year; a result opens its room. */
export function SearchPart() {
  const { t } = useTranslation('room');
  const [, setParams] = useSearchParams();
  const [typed, type, q] = useTyped();
  return (
    <section className={partClass()} aria-label={t('search.all')}>
      <header>
        <WordsInput label={t('search.all')} typed={typed} type={type} />
      </header>
      <div>
        {q ? (
          <FoundMessages
            path={`${room.path}/messages`}
            q={q}
            rooms
            onChoose={({ id, roomId }) => setParams({ tab: 'all', id: roomId, messageId: id })}
          />
        ) : (
          <p>{t('search.hint')}</p>
        )}
      </div>
    </section>
  );
}
