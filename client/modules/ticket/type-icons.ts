import type { TicketTypeRow } from '@lobby/shared/modules/ticket-type.ts';
import {
  Car,
  CircleHelp,
  Droplets,
  HardHat,
  IdCard,
  Layers,
  Lock,
  type LucideIcon,
  Phone,
  Receipt,
  Trash2,
  Volume2,
  Zap,
} from 'lucide-react';

const ICONS: Record<NonNullable<TicketTypeRow['icon']>, LucideIcon> = {
  layers: Layers,
  droplets: Droplets,
  zap: Zap,
  car: Car,
  'id-card': IdCard,
  volume: Volume2,
  trash: Trash2,
  lock: Lock,
  receipt: Receipt,
  'hard-hat': HardHat,
  phone: Phone,
  help: CircleHelp,
};

export const iconOfType = (name: unknown): LucideIcon =>
  Object.entries(ICONS).find(([key]) => key === name)?.[1] ?? CircleHelp;
