import type { roomReadStatus } from '@lobby/shared/modules/room.contract.ts';
import { useEffect, useRef, useState } from 'react';
import { callContract } from '../data/contract.ts';
import { onSign, sendTyping } from '../data/live.ts';
import { useSession } from '../data/session.ts';

/** Longer than usual pauses while typing. */
const TYPING_FOR = 4000;
const FORGET = 40_000;

/** Presence in a conversation: who is typing, and how far staff have read. */
export function useSigns(module: string, entityId: string, last: string | undefined) {
  const projectId = useSession()?.home.projectId;
  const [typing, setTyping] = useState(false);
  const [seen, setSeen] = useState<string | null>(null);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const asks = module === 'MEMBER_COMMUNICATE';
  const ask = () => {
    if (asks)
      callContract<typeof roomReadStatus>('GET', '/rooms/read-status', { query: { roomIds: [entityId] } }).then(
        ([status]) => setSeen(status?.othersReadId ?? null),
        () => null,
      );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said last may have been read
  useEffect(ask, [entityId, last]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one ear for a conversation
  useEffect(() => {
    let over: ReturnType<typeof setTimeout> | undefined;
    const stop = onSign(sign => {
      if (sign.entityId !== entityId) return;
      if (sign.typing === undefined) return ask();
      setTyping(sign.typing);
      clearTimeout(over);
      over = setTimeout(() => setTyping(false), FORGET);
    });
    return () => {
      stop();
      clearTimeout(over);
      clearTimeout(pause.current);
    };
  }, [entityId]);
  const rest = () => {
    clearTimeout(pause.current);
    pause.current = undefined;
    if (projectId) sendTyping({ projectId, module, entityId }, false);
  };
  return {
    typing,
    seen,
    /** To be called on each keystroke. */
    write(): void {
      if (!projectId) return;
      if (pause.current) clearTimeout(pause.current);
      else sendTyping({ projectId, module, entityId }, true);
      pause.current = setTimeout(rest, TYPING_FOR);
    },
    rest,
  };
}
