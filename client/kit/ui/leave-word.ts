/** Which word leaves a question as it was: beside "Huỷ phiếu thu PT-2611-00042" another "Huỷ" would be a trap. */
export const leaveWord = (isDanger: boolean | undefined) => (isDanger ? 'act.keep' : 'act.cancel');
