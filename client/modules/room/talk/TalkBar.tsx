import { room } from '@lobby/shared/modules/room.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { DayInput } from '../../../kit/ui/form/inputs/dates/DayInput.tsx';
import { Popover } from '../../../kit/ui/overlay/Popover.tsx';
import type { Place } from '../../../kit/ui/thread/conversation.ts';
import { today } from '../../../kit/ui/today.ts';
import { styleClass } from '../../../theme/classes.ts';
import { FoundMessages } from '../search/FoundMessages.tsx';
import { useTyped } from '../search/useTyped.ts';
import { WordsInput } from '../search/WordsInput.tsx';

const barClass = styleClass({
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  gap: '3',
  px: '5',
  py: '2',
  borderBottomWidth: '1px',
  borderColor: 'border',
  '& > span': {
    display: { base: 'none', md: 'inline' },
    ms: 'auto',
    textStyle: 'xs',
    color: 'fg.muted',
    whiteSpace: 'nowrap',
  },
  '& > div': { flex: 'none', ms: { base: 'auto', md: '0' }, w: '148px' },
});
const panelClass = styleClass({
  w: '360px',
  maxW: '90vw',
  '& > div:last-child': { maxH: '50vh', overflow: 'auto' },
  '& > div:first-child': { p: '2' },
});

/** Navigation in a room: by date, and by search. */
export function TalkBar({ id, onPlace }: { id: string; onPlace: (place: Place) => void }) {
  const { t } = useTranslation('room');
  const [open, setOpen] = useState(false);
  const now = today();
  const [day, setDay] = useState(now);
  const leadTo = (date: string) => {
    setDay(date);
    onPlace({ date });
  };
  return (
    <div className={barClass()}>
      <Popover
        open={open}
        onOpenChange={setOpen}
        label={t('search.here')}
        flush
        trigger={
          <Button size="sm" look="ghost" icon={Search}>
            {t('search.here')}
          </Button>
        }
      >
        <HereSearch
          id={id}
          onChoose={messageId => {
            setOpen(false);
            onPlace({ around: messageId });
          }}
        />
      </Popover>
      <span>{t('search.day')}</span>
      <div>
        <DayInput label={t('search.day')} value={day} max={now} onChange={leadTo} />
      </div>
    </div>
  );
}

function HereSearch({ id, onChoose }: { id: string; onChoose: (messageId: string) => void }) {
  const { t } = useTranslation('room');
  const [typed, type, q] = useTyped();
  return (
    <div className={panelClass()}>
      <div>
        <WordsInput label={t('search.here')} typed={typed} type={type} />
      </div>
      <div>
        {q && <FoundMessages path={`${room.path}/${id}/messages`} q={q} onChoose={message => onChoose(message.id)} />}
      </div>
    </div>
  );
}
