/** Words that are capital only at the start of a sentence. Names and code keep their first letter. */
const common =
  /^(?:A|All|An|And|Any|As|At|Both|But|By|Each|Every|Few|For|From|He|If|In|It|Its|Many|Most|No|Nobody|None|Not|Nothing|On|One|Only|Our|Otherwise|She|Since|So|Some|That|The|Their|There|These|They|This|Those|To|Two|Until|We|What|When|Where|Which|While|Who|With|Without|You|Your)\b(?!['’]?[A-Z])/;

/** A reason as the end of a sentence: "because the parser …". Members write it as a sentence of its own, or with "because". */
export function because(reason: string): string {
  const bare = reason.trim().replace(/^because\b[\s:,]*/i, "");
  return `because ${bare.replace(common, (word) => word.toLowerCase())}`;
}
