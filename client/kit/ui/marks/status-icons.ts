import type { Status as StatusShape } from '@lobby/shared/kit/definition.ts';
import {
  AlarmClock,
  Ban,
  Check,
  CircleCheck,
  CircleDot,
  CircleX,
  Clock,
  FileText,
  type LucideIcon,
  Star,
  TimerOff,
} from 'lucide-react';

export type StatusIcon = StatusShape['icon'] | 'alarm-clock' | 'file-text';

export const STATUS_ICONS: Record<StatusIcon, LucideIcon> = {
  clock: Clock,
  'circle-check': CircleCheck,
  'circle-dot': CircleDot,
  check: Check,
  star: Star,
  'timer-off': TimerOff,
  ban: Ban,
  'circle-x': CircleX,
  'alarm-clock': AlarmClock,
  'file-text': FileText,
};
