import type { Plain } from '@lobby/shared/kit/filter-schema.ts';
import { Printer } from 'lucide-react';
import { scopeNow } from '../../../session/session.ts';
import { Button } from '../../controls/Button.tsx';
import { useExport } from './useExport.ts';

interface PaperButtonProps {
  path: string;
  query?: Readonly<Record<string, Plain>>;
  children: string;
}

/** Downloads a record or report as PDF. */
export function PaperButton({ path, query, children }: PaperButtonProps) {
  const { busy, save } = useExport();
  return (
    <Button
      data-tool=""
      icon={Printer}
      busy={busy}
      onClick={() => save(path, { ...scopeNow(), ...(query && { query }) })}
    >
      {children}
    </Button>
  );
}
