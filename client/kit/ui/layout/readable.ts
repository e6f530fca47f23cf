import type { Flag } from '@lobby/shared/kit/permissions.ts';
import { isValidElement, type ReactNode } from 'react';
import { useMay } from '../../session/permissions.ts';

/** Content of a part of a screen. */
export interface Part {
  content: ReactNode;
  /** Module it reads, if it differs from the screen's; a list gets it from its definition. */
  code?: string;
  /** Flag required to see it; defaults to `read`. */
  flag?: Flag;
}

/** Module of a part, by its list's definition. */
function moduleOf({ code, content }: Part): string | undefined {
  if (code) return code;
  const { definition } = isValidElement<{ definition?: { code?: unknown } }>(content) ? content.props : {};
  return typeof definition?.code === 'string' ? definition.code : undefined;
}

/** Parts that the reader may see. */
export function useReadable<P extends Part>(parts: readonly P[]): readonly P[] {
  const may = useMay();
  return parts.filter(part => {
    const module = moduleOf(part);
    return module === undefined || may(module, part.flag);
  });
}
