import { utilityBooking } from '@lobby/shared/modules/utility-booking.ts';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../kit/base/matches.ts';
import { toast } from '../../../kit/base/toast.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { useAct } from '../../../kit/ui/actions/useAct.ts';
import type { Column, Slot } from './slot-choice.ts';

/** Target of a moved booking: consecutive slots of a column. */
interface Target {
  id: string;
  column: number;
  /** Index of its first slot in the column. */
  at: number;
  count: number;
}
const MOVABLE: readonly string[] = utilityBooking.actions.move.from;
type Booked = NonNullable<Slot['bookings']>[number];

/** Moves bookings of a calendar by dragging, or by `m`, arrow keys and Enter; Shift with arrows changes the length. */
export function useMoving(columns: readonly Column[]) {
  const { t } = useTranslation(utilityBooking.name);
  const may = useCan(utilityBooking.code, 'write');
  const act = useAct(utilityBooking);
  const [target, setTarget] = useState<Target | null>(null);
  const placesOf = (column: number, id: string) =>
    (columns[column]?.slots ?? []).flatMap(({ bookings }, at) =>
      bookings?.some(booking => booking.id === id) ? [at] : [],
    );
  const begin = (column: number, id: string): Target => {
    const places = placesOf(column, id);
    return { id, column, at: places[0] ?? 0, count: Math.max(1, places.length) };
  };
  const move = async ({ id, column, at, count }: Target) => {
    setTarget(null);
    const slots = (columns[column]?.slots ?? []).slice(at, at + count).map(({ from, to }) => ({ from, to }));
    if (slots.length < count) return toast({ tone: 'bad', title: t('moving.outside') });
    try {
      if (await act({ id } as Row, 'move', { slots })) toast({ tone: 'done', title: t('moving.done') });
    } catch (error) {
      void toastRefusal(error);
    }
  };
  const canMove = ({ status }: Booked) => may && MOVABLE.includes(status);
  /** A booking stays with its amenity. */
  const fits = (column: number) => target !== null && columns[column]?.utilityId === columns[target.column]?.utilityId;
  const chip = (column: number, booking: Booked) =>
    canMove(booking)
      ? {
          draggable: true,
          'data-moving': target?.id === booking.id ? '' : undefined,
          title: t('moving.help'),
          onDragStart: (event: DragEvent) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', booking.id);
            setTarget(begin(column, booking.id));
          },
          onDragEnd: () => setTarget(null),
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'm' && !target) setTarget(begin(column, booking.id));
            else if (!target) return;
            else if (event.key === 'Escape') setTarget(null);
            else if (event.key === 'Enter') void move(target);
            else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
              const by = event.key === 'ArrowDown' ? 1 : -1;
              const next = event.shiftKey
                ? { ...target, count: Math.max(1, target.count + by) }
                : { ...target, at: Math.max(0, target.at + by) };
              setTarget(next);
            } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
              const column = target.column + (event.key === 'ArrowRight' ? 1 : -1);
              if (columns[column]?.utilityId === columns[target.column]?.utilityId) setTarget({ ...target, column });
            } else return;
            event.preventDefault();
            event.stopPropagation();
          },
        }
      : {};
  const cell = (column: number, at: number) => ({
    'data-target':
      target && target.column === column && target.at <= at && at < target.at + target.count ? '' : undefined,
    onDragOver: (event: DragEvent) => {
      if (!target || !fits(column)) return;
      event.preventDefault();
      if (target.column !== column || target.at !== at) setTarget({ ...target, column, at });
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (target && fits(column)) void move({ ...target, column, at });
    },
  });
  return { chip, cell, moves: target !== null };
}
