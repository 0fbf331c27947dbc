/** Words that are capital only at the start of a sentence. Names and code keep their first letter. */
const common =
  /^(?:A|After|All|Also|An|And|Another|Any|Anybody|Anything|As|At|Before|Both|But|By|Each|Either|Every|Everybody|Everything|Few|Fewer|For|From|He|Her|Here|His|How|If|In|Instead|It|Its|Less|Many|More|Most|Much|My|Neither|No|Nobody|None|Not|Nothing|Of|On|One|Only|Or|Other|Otherwise|Our|Several|She|Since|So|Some|Somebody|Something|Such|That|The|Their|Then|There|These|They|This|Those|Three|To|Today|Too|Two|Under|Unless|Until|We|What|When|Where|Whether|Which|While|Who|Whoever|Why|With|Without|You|Your)\b(?!['’]?[A-Z]|[-.(/_]\S)/;

/** A reason as the end of a sentence: "because the parser …". Members write it as a sentence of its own, or with "because". */
export function because(reason: string): string {
  return `because ${withoutBecause(reason)}`;
}

/** The same as a sentence behind another one, which need not end as one: "Kept. Because the parser …". */
export function alsoBecause(sentence: string, reason: string): string {
  const end = /[.!?…]["'”’)`]*$/.test(sentence) ? "" : ".";
  return `${sentence}${end} Because ${withoutBecause(reason)}`;
}

function withoutBecause(reason: string): string {
  const bare = reason.trim().replace(/^because\b[\s:,]*/i, "");
  return bare.replace(common, (word) => word.toLowerCase());
}
