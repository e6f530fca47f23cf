import { addDays } from '@lobby/shared/billing/periods.ts';
import { utility } from '@lobby/shared/modules/utility.ts';
import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { utilityGroup } from '@lobby/shared/modules/utility-group.ts';
import { CalendarPlus, ChevronLeft, ChevronRight, LayoutGrid } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { Button, IconButton } from '../../kit/ui/Button.tsx';
import { EmptyState } from '../../kit/ui/EmptyState.tsx';
import { FormDialog, type FormDialogProps } from '../../kit/ui/form/FormDialog.tsx';
import { PartSkeleton } from '../../kit/ui/PartSkeleton.tsx';
import { Select } from '../../kit/ui/Select.tsx';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';

interface Slot {
  from: string;
  to: string;
  capacity: number;
  free: number;
  state: string;
  reason?: string | null;
  price: number;
  bookings?: { id: string; unitCode: string; status: string }[];
}
interface Offer {
  utilityId: string;
  name: string;
  slots: Slot[];
}
/** Frames of one amenity that are about to be booked. */
interface Chosen {
  utilityId: string;
  froms: readonly string[];
}

const TAKEN = ['FULL', 'PAST'];

const headClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  px: '4',
  py: '2',
  '& > strong': { fontVariantNumeric: 'tabular-nums' },
  '& > :last-child': { ms: 'auto' },
});
const gridClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  px: '4',
  pb: '4',
  '& table': { borderCollapse: 'separate', borderSpacing: '1' },
  '& th': { textStyle: 'sm', fontWeight: 'medium', textAlign: 'start', px: '2', whiteSpace: 'nowrap', bg: 'bg' },
  '& thead th': { position: 'sticky', top: '0', zIndex: '1', py: '2' },
  '& tbody th': { position: 'sticky', insetStart: '0', fontVariantNumeric: 'tabular-nums', color: 'fg.muted' },
  '& td > button': {
    display: 'grid',
    w: 'full',
    minW: '128px',
    minH: 'target',
    px: '2',
    py: '1',
    textAlign: 'start',
    textStyle: 'xs',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'sm',
    bg: 'bg',
    _hover: { bg: 'bg.subtle' },
    '&[data-state=FULL]': { bg: 'waiting.subtle', color: 'waiting.fg' },
    '&[data-state=CLOSED]': { bg: 'bg.muted', color: 'fg.muted' },
    '&[data-state=PAST]': { bg: 'bg.muted', color: 'fg.muted' },
    '&[aria-pressed=true]': { bg: 'accent.subtle', borderColor: 'accent.solid' },
  },
});

/** What is free on a day, amenity by amenity of a group, live; frames are chosen by press or by keys, and booked. */
export function SlotsPart({ form }: { form: Pick<FormDialogProps, 'fields' | 'children' | 'size'> }) {
  const { t } = useTranslation([utilityBooking.name, utilityGroup.name, utility.name]);
  const { date } = useFormats();
  const may = useCan(utilityBooking.code, 'write');
  const [day, setDay] = useState(today());
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [booking, setBooking] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const { data: groups } = useQuery<{ id: string; name: string; amenities: { type: string }[] }[]>(
    `${utilityGroup.path}/booking`,
    { follow: utility.code },
  );
  const booked = groups?.filter(one => one.amenities.some(({ type }) => type !== 'NO_RESERVATION'));
  const groupId = wanted ?? booked?.[0]?.id;
  const { data } = useQuery<Offer[]>(groupId ? `${utilityGroup.path}/${groupId}/available-slots` : null, {
    query: { startDateUsage: day },
    follow: utility.code,
  });
  if (!groups) return <PartSkeleton />;
  if (!booked || booked.length === 0)
    return (
      <EmptyState icon={LayoutGrid} title={t('slots.none')}>
        {t('slots.noneText')}
      </EmptyState>
    );
  const go = (next: string) => {
    setDay(next);
    setChosen(null);
  };
  const slots = data
    ?.find(one => one.utilityId === chosen?.utilityId)
    ?.slots.filter(({ from }) => chosen?.froms.includes(from));
  return (
    <>
      <div className={headClass()}>
        <Select
          aria-label={t('utility-group:name')}
          value={groupId ?? ''}
          choices={booked.map(one => ({ value: one.id, label: one.name }))}
          onChange={event => {
            setWanted(event.target.value);
            setChosen(null);
          }}
        />
        <IconButton
          icon={ChevronLeft}
          label={t('utility:day.before')}
          disabled={day <= today()}
          onClick={() => go(addDays(day, -1))}
        />
        <strong>{date(day)}</strong>
        <IconButton icon={ChevronRight} label={t('utility:day.after')} onClick={() => go(addDays(day, 1))} />
        <Button
          look="filled"
          icon={CalendarPlus}
          disabled={!may || !slots || slots.length === 0}
          onClick={() => setBooking(true)}
        >
          {t('actions.create')}
        </Button>
      </div>
      <div className={gridClass()}>
        {data ? (
          <SlotGrid offers={data} chosen={chosen} onChoose={setChosen} onTake={() => may && setBooking(true)} />
        ) : (
          <PartSkeleton />
        )}
      </div>
      {booking && chosen && slots && (
        <FormDialog
          {...form}
          open
          definition={utilityBooking}
          defaults={{ utilityId: chosen.utilityId, slots: slots.map(({ from, to }) => ({ from, to })) }}
          onSaved={() => {
            setBooking(false);
            setChosen(null);
          }}
          onCancel={() => setBooking(false)}
        />
      )}
    </>
  );
}

interface SlotGridProps {
  offers: readonly Offer[];
  chosen: Chosen | null;
  onChoose: (chosen: Chosen | null) => void;
  /** Enter: what is chosen is taken. */
  onTake: () => void;
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Times down, amenities across. Arrows move, with Shift they take the next frame too, Enter books. */
function SlotGrid({ offers, chosen, onChoose, onTake }: SlotGridProps) {
  const { t } = useTranslation(utilityBooking.name);
  const { time, money } = useFormats();
  const times = [...new Set(offers.flatMap(({ slots }) => slots.map(({ from }) => from)))].sort();
  if (times.length === 0) return <p>{t('picker.none')}</p>;
  const isChosen = (utilityId: string, from: string) => chosen?.utilityId === utilityId && chosen.froms.includes(from);
  const turn = ({ utilityId }: Offer, { from, state }: Slot) => {
    if (TAKEN.includes(state)) return;
    const others = chosen?.utilityId === utilityId ? chosen.froms : [];
    const froms = others.includes(from) ? others.filter(one => one !== from) : [...others, from];
    onChoose(froms.length === 0 ? null : { utilityId, froms });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]');
    const step = STEPS[event.key];
    if (!cell) return;
    if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      onTake();
    }
    if (!step) return;
    event.preventDefault();
    const [row = 0, column = 0] = (cell.dataset.cell ?? '').split(' ').map(Number);
    const next = `${row + step[0]} ${column + step[1]}`;
    const to = event.currentTarget.querySelector<HTMLElement>(`[data-cell="${next}"]`);
    to?.focus();
    if (to && event.shiftKey && step[1] === 0 && to.getAttribute('aria-pressed') === 'false') to.click();
  };
  return (
    <table aria-label={t('slots.title')} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <td />
          {offers.map(({ utilityId, name }) => (
            <th key={utilityId} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {times.map((from, row) => (
          <tr key={from}>
            <th scope="row">{time(from)}</th>
            {offers.map((offer, column) => {
              const slot = offer.slots.find(one => one.from === from);
              if (!slot) return <td key={offer.utilityId} />;
              return (
                <td key={offer.utilityId}>
                  <button
                    type="button"
                    data-cell={`${row} ${column}`}
                    data-state={slot.state}
                    aria-pressed={isChosen(offer.utilityId, from)}
                    aria-disabled={TAKEN.includes(slot.state)}
                    onClick={() => turn(offer, slot)}
                  >
                    <span>
                      {slot.state === 'FREE'
                        ? t('slots.free', { free: slot.free, capacity: slot.capacity })
                        : t(`picker.states.${slot.state}`)}
                    </span>
                    <span>
                      {slot.bookings?.map(({ unitCode }) => unitCode).join(', ') ||
                        slot.reason ||
                        (slot.price > 0 ? money(slot.price) : '')}
                    </span>
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
