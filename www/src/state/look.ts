/** What the user looks at: a moment, topics, and places in the sources. */

import type { Action, MomentShown } from "./actions.ts";
import type { State } from "./state.ts";
import { nodesAt } from "./timeline.ts";
import { ALL_TOPICS, foundTopics, isDisputed } from "./topic-filter.ts";

/** The user looks at something else in memory, or in a source. */
export type Look = Extract<Action, { type: `${string}Shown` | "nodesSelected" | "topicsFiltered" }>;

/** The state after that. */
export function afterLook(state: State, action: Look): State {
  switch (action.type) {
    case "nodesSelected":
      return { ...state, selectedNodes: action.ids };
    case "momentShown":
      return shownMoment(state, action);
    case "topicsFiltered":
      return { ...state, topicFilter: { ...state.topicFilter, ...action.filter } };
    case "placeShown":
      return shownPlace(state, action);
  }
}

function shownPlace(state: State, action: Extract<Action, { type: "placeShown" }>): State {
  const request = (state.place?.request ?? 0) + 1;
  const place = action.place && { ...action.place, request };
  return { ...state, place, citation: action.citation };
}

/** After the last moment the present is shown; a playback ends there. */
function shownMoment(state: State, { at, selects, plays }: MomentShown): State {
  const isPast = at !== null && at < state.timeline.moments.length;
  const shown = {
    ...state,
    moment: isPast ? Math.max(0, at) : null,
    isPlayed: isPast && (plays ?? state.isPlayed),
  };
  if (selects === undefined) return shown;
  const found = foundTopics(nodesOf(shown), state.topicFilter);
  // What is selected is seen.
  const isHidden = selects.some((id) => found?.has(id) === false);
  return { ...shown, selectedNodes: selects, ...(isHidden && { topicFilter: ALL_TOPICS }) };
}

function nodesOf({ nodes, timeline, moment }: State): State["nodes"] {
  return moment === null ? nodes : nodesAt(timeline, moment);
}

/** Shows the topics of the moment, and finds them again where they or the filter changed. */
export function withFound(before: State, state: State): State {
  const { nodes, moment, topicFilter } = state;
  const shownNodes = nodesOf(state);
  if (shownNodes === before.shownNodes && topicFilter === before.topicFilter)
    return state.shownNodes === shownNodes ? state : { ...state, shownNodes };
  // Where nothing is disputed any more, the page offers no way to end this filter.
  const isStuck =
    moment === null && topicFilter.isDisputedOnly && ![...nodes.values()].some(isDisputed);
  const filter = isStuck ? { ...topicFilter, isDisputedOnly: false } : topicFilter;
  return { ...state, shownNodes, topicFilter: filter, foundNodes: foundTopics(shownNodes, filter) };
}
