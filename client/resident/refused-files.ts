import { LIMITS } from '@lobby/shared/kit/features.ts';
import { type FileRoom, megabytesIn, refusalOf } from '@lobby/shared/kit/upload-limits.ts';

/** The limits by which files cannot be sent, for the words; null if they can. */
export const refusedBy = (files: readonly { type: string; size: number }[], room: FileRoom) =>
  refusalOf(files, room) && {
    max: room.max,
    picture: LIMITS.FILE_MB,
    file: megabytesIn(room),
    together: LIMITS.ATTACHMENTS_MB,
  };
