import { addDays, type Day } from '@lobby/shared/kit/dates.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { type HandoverScheduleRow, handoverSchedule } from '@lobby/shared/modules/handover-schedule.ts';
import { type DragEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../kit/base/matches.ts';
import { ApiError } from '../../../kit/http/api.ts';
import { toastRefusal } from '../../../kit/i18n/toast-refusal.ts';
import { rowOf } from '../../../kit/records/records.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { useAct } from '../../../kit/ui/actions/useAct.ts';
import { keepFocusOn } from '../../../kit/ui/keyboard/useMovedFocus.ts';
import { dayAt, minutesAt, momentOf, STEP } from './times.ts';

/** Drag data type of an appointment. */
const DRAGGED = 'text/x-handover';
const MOVABLE = ['NOT_SCHEDULED', 'PENDING_EXECUTION'];

/** Target of a move: a day, optionally with time and engineer. */
export interface Place {
  day: Day;
  minutes?: number;
  employeeId?: string;
}

/** Moves appointments by drag and keys. A refused move has no effect and shows the reason. */
export function useMoves(slotMinutes: number, firstMinutes: number) {
  const { t } = useTranslation(['kit', 'errors']);
  const may = useCan(HANDOVER, 'updateStatus');
  const act = useAct(handoverSchedule);
  /** Distance between pointer and top of the dragged card, in px. */
  const grip = useRef(0);
  const [busy, setBusy] = useState<string | null>(null);
  const send = async (id: string, name: string, input: Record<string, unknown>) => {
    const row = rowOf(handoverSchedule.name, id);
    if (!row) return;
    setBusy(id);
    try {
      await act(row, name, input);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [first] = Object.values(error.fields);
      const message = first
        ? t(`errors:${first.code}`, { ...first.params, defaultValue: error.message })
        : error.message;
      void toastRefusal({ code: first?.code ?? error.code, message }, { title: t('act.failed') });
    } finally {
      setBusy(null);
    }
  };
  const rowNow = (id: string) => rowOf(handoverSchedule.name, id) as (Row & HandoverScheduleRow) | undefined;
  const put = (id: string, { day, minutes, employeeId }: Place) => {
    const row = rowNow(id);
    if (!row) return;
    const { scheduledAt } = row;
    const at = momentOf(day, minutes ?? (scheduledAt ? minutesAt(scheduledAt) : firstMinutes));
    const to = employeeId ?? row.employeeId;
    if (at === scheduledAt && to === row.employeeId) return;
    const input = { scheduledAt: at, ...(to && { employeeId: to }) };
    void send(id, row.status === 'NOT_SCHEDULED' ? 'schedule' : 'reschedule', input);
  };
  const lengthen = (id: string, day: Day, until: number) => {
    const row = rowNow(id);
    if (row?.scheduledAt && until >= minutesAt(row.scheduledAt) + STEP)
      void send(id, 'reschedule', { endAt: momentOf(day, until) });
  };
  const canMove = (status: string) => may && MOVABLE.includes(status);
  return {
    busy,
    canMove,
    canLengthen: (status: string) => may && status === 'PENDING_EXECUTION',
    lengthen,
    grip,
    /** Props that make a card draggable and movable by Alt and arrow keys. */
    card: ({ id, status, scheduledAt }: Pick<HandoverScheduleRow, 'id' | 'status' | 'scheduledAt'>) =>
      canMove(status)
        ? {
            draggable: true,
            onDragStart: (event: DragEvent<HTMLElement>) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData(DRAGGED, id);
              grip.current = scheduledAt ? event.clientY - event.currentTarget.getBoundingClientRect().top : 0;
            },
            onKeyDown: (event: KeyboardEvent) => {
              if (!event.altKey || !scheduledAt || !event.key.startsWith('Arrow')) return;
              event.preventDefault();
              event.stopPropagation();
              keepFocusOn(id);
              const [day, minutes] = [dayAt(scheduledAt), minutesAt(scheduledAt)];
              const later = { ArrowDown: slotMinutes, ArrowUp: -slotMinutes }[event.key];
              const days = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
              if (later) put(id, { day, minutes: minutes + later });
              if (days) put(id, { day: addDays(day, days) });
            },
          }
        : {},
    /** Props of a drop target; `placeOf` gives the exact place at the drop. */
    target: (placeOf: (event: DragEvent<HTMLElement>) => Place) => ({
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault();
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        const id = event.dataTransfer.getData(DRAGGED);
        if (!id) return;
        event.preventDefault();
        put(id, placeOf(event));
      },
    }),
  };
}
export type Moves = ReturnType<typeof useMoves>;

/** Lower edge of a card, dragged to change its end. */
export function useEdge(from: number, to: number, perMinute: number, onEnd: (until: number) => void) {
  const [until, setUntil] = useState<number | null>(null);
  const began = useRef(0);
  return {
    until: until ?? to,
    edge: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        began.current = event.clientY;
        setUntil(to);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (until === null) return;
        const by = Math.round((event.clientY - began.current) / perMinute / STEP) * STEP;
        setUntil(Math.max(from + STEP, to + by));
      },
      onPointerUp: () => {
        if (until !== null && until !== to) onEnd(until);
        setUntil(null);
      },
      onPointerCancel: () => setUntil(null),
    },
  };
}
