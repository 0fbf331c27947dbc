import { specOf } from "../core/work/tool.ts";
import { editFile } from "../tools/code/edit-file.ts";
import { listFiles } from "../tools/code/list-files.ts";
import { readDiff } from "../tools/code/read-diff.ts";
import { readFile } from "../tools/code/read-file.ts";
import { searchCode } from "../tools/code/search-code.ts";
import { writeFile } from "../tools/code/write-file.ts";
import { done } from "../tools/ends/done.ts";
import { reviewComplete } from "../tools/ends/review-complete.ts";

/** On the floor each role has its own tools: a reviewer gets none that writes. */
export const codingTools = [readFile, listFiles, searchCode, writeFile, editFile];
export const codingSpecs = [...codingTools, done].map(specOf);
export const reviewTools = [readDiff, readFile, listFiles, searchCode];
export const reviewSpecs = [...reviewTools, reviewComplete].map(specOf);
