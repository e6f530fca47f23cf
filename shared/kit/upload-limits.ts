const MB = 1024 * 1024;

/** rules.md 5, Files: a picture 5 MB, another file 20 MB, five in one upload. The total of a record is a setting (RECORD_FILES_MB). */
export const UPLOAD_LIMIT = { files: 5, picture: 5 * MB, document: 20 * MB, request: 25 * MB };

/** Days for which a browser keeps a draft; what was uploaded into it lives a day longer. */
export const DRAFT_DAYS = 30;

/** Bytes that a file of a type may have. */
export const mostBytes = (type: string): number =>
  type.startsWith('image/') ? UPLOAD_LIMIT.picture : UPLOAD_LIMIT.document;
